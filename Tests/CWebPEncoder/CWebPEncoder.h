// libwebp's simple encoders, by which the tests make their files.
#pragma once

#include <webp/encode.h>
