#pragma once
#include <curl/curl.h>
#include <stdbool.h>

// libcurl's setters and getters are variadic: Swift does not import them, and an argument of the
// wrong width is undefined behaviour. Here each kind of argument has a typed function.

typedef size_t (*ccurl_data_callback)(char *data, size_t size, size_t count, void *context);

static inline CURLcode ccurl_global_init(void) { return curl_global_init(CURL_GLOBAL_ALL); }

// The file of certificate authorities that libcurl was built with; NULL if it has none.
static inline const char *ccurl_built_in_authorities(void) {
  const curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
  return info->age >= CURLVERSION_SEVENTH ? info->cainfo : NULL;
}

// Which content codings libcurl was built with.
static inline bool ccurl_decodes_gzip(void) {
  return curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_LIBZ;
}

static inline bool ccurl_decodes_brotli(void) {
  return curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_BROTLI;
}

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

// Values whose type depends on the version of the header: an enumeration's, int or long.
static const long ccurl_tls_1_2_or_later = CURL_SSLVERSION_TLSv1_2;
static const long ccurl_http_1_0 = CURL_HTTP_VERSION_1_0;
static const long ccurl_http_1_1 = CURL_HTTP_VERSION_1_1;
static const long ccurl_http_2 = CURL_HTTP_VERSION_2_0;
static const long ccurl_http_2_over_tls = CURL_HTTP_VERSION_2TLS;
static const long ccurl_http_3 = CURL_HTTP_VERSION_3;
static const unsigned int ccurl_url_guess_scheme = CURLU_GUESS_SCHEME;
static const unsigned int ccurl_url_any_scheme = CURLU_NON_SUPPORT_SCHEME;
static const unsigned int ccurl_url_decode = CURLU_URLDECODE;
// libcurl 8 encodes spaces only if they are allowed.
static const unsigned int ccurl_url_encode = CURLU_URLENCODE | CURLU_ALLOW_SPACE;
static const unsigned int ccurl_url_default_port = CURLU_DEFAULT_PORT;
static const size_t ccurl_error_size = CURL_ERROR_SIZE;
static const size_t ccurl_read_abort = CURL_READFUNC_ABORT;
static const int ccurl_seek_fail = CURL_SEEKFUNC_FAIL;
static const int ccurl_seek_ok = CURL_SEEKFUNC_OK;
static const int ccurl_request_abort = CURL_PREREQFUNC_ABORT;
static const int ccurl_request_ok = CURL_PREREQFUNC_OK;

static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_error_buffer(CURL *easy, char *buffer) {
  return curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, buffer);
}

static inline CURLcode ccurl_set_header_callback(
    CURL *easy, ccurl_data_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

static inline CURLcode ccurl_set_body_callback(
    CURL *easy, ccurl_data_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_read_callback(
    CURL *easy, ccurl_data_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_READFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_READDATA, context);
}

static inline CURLcode ccurl_set_seek_callback(
    CURL *easy, curl_seek_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
}

static inline CURLcode ccurl_set_open_socket_callback(
    CURL *easy, curl_opensocket_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

static inline CURLcode ccurl_set_close_socket_callback(
    CURL *easy, curl_closesocket_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, context);
}

static inline CURLcode ccurl_set_before_request_callback(
    CURL *easy, curl_prereq_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_string(CURL *easy, CURLINFO info, const char **value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// The easy handle of the next transfer that has ended, or NULL; `result` is its result. Flattens
// CURLMsg, whose union Swift cannot read safely.
static inline CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message = NULL;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
