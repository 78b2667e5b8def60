#pragma once
// Debian builds expat with it; without it the header hides the limit on what entities expand to.
#define XML_DTD
#include <expat.h>
