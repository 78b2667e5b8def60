// libwebp's simple encoders, with which the tests make their files.
#pragma once

#include <webp/encode.h>
