// libcurl, opened when it is needed first.
//
// FoundationNetworking is linked statically into a release of Linux, but for libcurl, which it calls. Linked in the
// common way, libcurl and the thirty libraries behind it are loaded by every command at its start, which takes
// 7 ms (measured), and a machine without libcurl runs no command at all. So these are the functions that
// FoundationNetworking calls, by their names, and each hands on to that of libcurl.
//
// On the way it watches what servers send: FoundationNetworking takes time with the square of the lines of a header, traps
// at a length of the body near 2^63, is called for each piece of a body, however small, and takes all of a core while it waits.
//
// Those with a variable argument take one, a pointer or an integer no wider: on the 64-bit systems that Swift
// runs on, both come in the same register.

#include "CurlOnDemand.h"

#ifdef SLUICE_CURL_ON_DEMAND

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

_Static_assert(sizeof(void *) == 8, "arguments of 64 bits are handed on as pointers");

// Each function: result, name, parameters, arguments, and what it returns where there is no libcurl.
#define CURL_FUNCTIONS(F)                                                                                    \
  F(int, curl_global_init, (long flags), (flags), 2)                                                         \
  F(char *, curl_version, (void), (), NULL)                                                                  \
  F(void *, curl_version_info, (int age), (age), NULL)                                                       \
  F(void *, curl_easy_init, (void), (), NULL)                                                                \
  F(int, curl_easy_pause, (void *easy, int actions), (easy, actions), 2)                                     \
  F(const char *, curl_easy_strerror, (int code), (code), "libcurl is missing")                              \
  F(void *, curl_multi_init, (void), (), NULL)                                                               \
  F(int, curl_multi_add_handle, (void *multi, void *easy), (multi, easy), 1)                                 \
  F(int, curl_multi_remove_handle, (void *multi, void *easy), (multi, easy), 1)                              \
  F(int, curl_multi_assign, (void *multi, int descriptor, void *value), (multi, descriptor, value), 1)       \
  F(int, curl_multi_cleanup, (void *multi), (multi), 1)                                                      \
  F(void *, curl_multi_info_read, (void *multi, int *waiting), (multi, waiting), NULL)                       \
  F(int, curl_multi_socket_action, (void *multi, int descriptor, int events, int *running),                  \
    (multi, descriptor, events, running), 1)                                                                 \
  F(void *, curl_slist_append, (void *list, const char *text), (list, text), NULL)                           \
  F(void *, curl_url, (void), (), NULL)                                                                      \
  F(int, curl_url_get, (const void *url, int part, char **text, unsigned flags),                             \
    (url, part, text, flags), 1)                                                                             \
  F(int, curl_url_set, (void *url, int part, const char *text, unsigned flags), (url, part, text, flags), 1)

// Those that return nothing.
#define CURL_PROCEDURES(F)                                                                                   \
  F(curl_free, (void *memory), (memory))                                                                     \
  F(curl_slist_free_all, (void *list), (list))

// Those with a variable argument.
#define CURL_VARIADICS(F) F(curl_easy_getinfo)

static struct {
#define POINTER(result, name, parameters, arguments, missing) result(*name) parameters;
  CURL_FUNCTIONS(POINTER)
#undef POINTER
#define POINTER(name, parameters, arguments) void(*name) parameters;
  CURL_PROCEDURES(POINTER)
#undef POINTER
#define POINTER(name) int (*name)(void *handle, int option, ...);
  CURL_VARIADICS(POINTER)
#undef POINTER
  int (*curl_easy_setopt)(void *easy, int option, ...);
  int (*curl_multi_setopt)(void *multi, int option, ...);
  void (*curl_easy_cleanup)(void *easy);
} curl;

static char problem[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int find(void *library, const char *name, void *place) {
  void *function = dlsym(library, name);
  if (function == NULL) {
    snprintf(problem, sizeof problem, "libcurl has no %s", name);
    return 0;
  }
  *(void **)place = function;
  return 1;
}

static void open_curl(void) {
  // The second is Debian's other build of the same library.
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(problem, sizeof problem, "%s", dlerror());
    library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    problem[0] = 0;
  }
#define FIND(result, name, parameters, arguments, missing) \
  if (!find(library, #name, &curl.name)) return;
  CURL_FUNCTIONS(FIND)
#undef FIND
#define FIND(name, ...) \
  if (!find(library, #name, &curl.name)) return;
  CURL_PROCEDURES(FIND)
  CURL_VARIADICS(FIND)
  FIND(curl_easy_setopt)
  FIND(curl_multi_setopt)
  FIND(curl_easy_cleanup)
#undef FIND
}

const char *sluice_open_curl(void) {
  pthread_once(&once, open_curl);
  return problem[0] == 0 ? NULL : problem;
}

#define DEFINE(result, name, parameters, arguments, missing) \
  result name parameters { return sluice_open_curl() == NULL ? curl.name arguments : missing; }
CURL_FUNCTIONS(DEFINE)
#undef DEFINE

#define DEFINE(name, parameters, arguments) \
  void name parameters { \
    if (sluice_open_curl() == NULL) curl.name arguments; \
  }
CURL_PROCEDURES(DEFINE)
#undef DEFINE

#define DEFINE(name)                                   \
  int name(void *handle, int option, ...) {            \
    if (sluice_open_curl() != NULL) return 1;          \
    va_list arguments;                                 \
    va_start(arguments, option);                       \
    void *argument = va_arg(arguments, void *);        \
    va_end(arguments);                                 \
    return curl.name(handle, option, argument);        \
  }
CURL_VARIADICS(DEFINE)
#undef DEFINE

// What is watched of a transfer.

enum { WRITEDATA = 10001, HEADERDATA = 10029, WRITEFUNCTION = 20011, HEADERFUNCTION = 20079 };

typedef size_t (*callback)(char *bytes, size_t size, size_t count, void *data);

struct transfer {
  struct transfer *next;
  void *easy;
  callback header, body;
  void *header_data, *body_data;
  size_t header_lines, header_bytes, pieces, body_bytes;
};

static struct transfer *transfers;
static pthread_mutex_t transfers_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int refusal;

// A length of the body with as many digits is one that nobody has.
enum { MAXIMUM_HEADER_LINES = 1000, MAXIMUM_HEADER_BYTES = 256 << 10, MAXIMUM_LENGTH_DIGITS = 15 };
// So many pieces of a body may be small; what comes beyond is collected by the system for a while.
enum { FREE_PIECES = 1000, PIECE_BYTES = 512, PAUSE_NANOSECONDS = 5000000 };

int sluice_curl_refusal(void) { return atomic_exchange(&refusal, 0); }

static int has_impossible_length(const char *line, size_t size) {
  static const char name[] = "content-length:";
  size_t index = sizeof name - 1, digits = 0;
  if (size <= index || strncasecmp(line, name, index) != 0) return 0;
  while (index < size && (line[index] == ' ' || line[index] == '\t' || line[index] == '0')) index++;
  for (; index < size && line[index] >= '0' && line[index] <= '9'; index++) digits++;
  return digits > MAXIMUM_LENGTH_DIGITS;
}

static int begins(const char *line, size_t size, const char *name) {
  size_t length = strlen(name);
  return size >= length && strncasecmp(line, name, length) == 0;
}

// What returns less than it was given ends the transfer.
static size_t watch_header(char *line, size_t size, size_t count, void *data) {
  struct transfer *transfer = data;
  transfer->header_lines++;
  transfer->header_bytes += size * count;
  int reason = transfer->header_lines > MAXIMUM_HEADER_LINES || transfer->header_bytes > MAXIMUM_HEADER_BYTES
                   ? SLUICE_CURL_LONG_HEADERS
               : has_impossible_length(line, size * count) ? SLUICE_CURL_LONG_BODY
                                                           : 0;
  if (reason != 0) {
    atomic_store(&refusal, reason);
    return 0;
  }
  // Nothing is known that could be answered, and FoundationNetworking would wait for an answer.
  if (begins(line, size * count, "www-authenticate:") || begins(line, size * count, "proxy-authenticate:")) {
    return size * count;
  }
  return transfer->header == NULL ? size * count : transfer->header(line, size, count, transfer->header_data);
}

static size_t watch_body(char *bytes, size_t size, size_t count, void *data) {
  struct transfer *transfer = data;
  transfer->pieces++;
  transfer->body_bytes += size * count;
  if (transfer->pieces > FREE_PIECES + transfer->body_bytes / PIECE_BYTES) {
    struct timespec pause = {0, PAUSE_NANOSECONDS};
    nanosleep(&pause, NULL);
  }
  return transfer->body == NULL ? size * count : transfer->body(bytes, size, count, transfer->body_data);
}

static struct transfer *transfer_of(void *easy) {
  pthread_mutex_lock(&transfers_lock);
  struct transfer *transfer = transfers;
  while (transfer != NULL && transfer->easy != easy) transfer = transfer->next;
  if (transfer == NULL && (transfer = calloc(1, sizeof *transfer)) != NULL) {
    transfer->easy = easy;
    transfer->next = transfers;
    transfers = transfer;
  }
  pthread_mutex_unlock(&transfers_lock);
  return transfer;
}

int curl_easy_setopt(void *easy, int option, ...) {
  if (sluice_open_curl() != NULL) return 1;
  va_list arguments;
  va_start(arguments, option);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (option != WRITEDATA && option != HEADERDATA && option != WRITEFUNCTION && option != HEADERFUNCTION) {
    return curl.curl_easy_setopt(easy, option, argument);
  }
  struct transfer *transfer = transfer_of(easy);
  if (transfer == NULL) return 27;
  switch (option) {
  case WRITEDATA: transfer->body_data = argument; break;
  case HEADERDATA: transfer->header_data = argument; break;
  case WRITEFUNCTION: memcpy(&transfer->body, &argument, sizeof argument); break;
  default: memcpy(&transfer->header, &argument, sizeof argument); break;
  }
  int isHeader = option == HEADERDATA || option == HEADERFUNCTION;
  int result =
      curl.curl_easy_setopt(easy, isHeader ? HEADERFUNCTION : WRITEFUNCTION, isHeader ? watch_header : watch_body);
  return result != 0 ? result
                     : curl.curl_easy_setopt(easy, isHeader ? HEADERDATA : WRITEDATA, (void *)transfer);
}

void curl_easy_cleanup(void *easy) {
  if (sluice_open_curl() != NULL) return;
  curl.curl_easy_cleanup(easy);
  pthread_mutex_lock(&transfers_lock);
  struct transfer **place = &transfers;
  while (*place != NULL && (*place)->easy != easy) place = &(*place)->next;
  struct transfer *transfer = *place;
  if (transfer != NULL) *place = transfer->next;
  pthread_mutex_unlock(&transfers_lock);
  free(transfer);
}

// What a socket waits for.

enum { SOCKETFUNCTION = 20001, SOCKET_READS = 1, SOCKET_WRITES = 2, SOCKET_ENDS = 4 };

typedef int (*socket_callback)(void *easy, int descriptor, int waits, void *data, void *sources);

// FoundationNetworking's function, which is the same for all sessions.
static _Atomic(socket_callback) socket_waits;

// FoundationNetworking adds what a socket waits for to what it waited for before. After a request the socket is always ready for
// writing, and the wait for the server would take all of a core. So the old wait ends first.
static int watch_socket(void *easy, int descriptor, int waits, void *data, void *sources) {
  socket_callback callback = atomic_load(&socket_waits);
  if (sources != NULL && (waits == SOCKET_READS || waits == SOCKET_WRITES)) {
    callback(easy, descriptor, SOCKET_ENDS, data, sources);
    sources = NULL;
  }
  return callback(easy, descriptor, waits, data, sources);
}

int curl_multi_setopt(void *multi, int option, ...) {
  if (sluice_open_curl() != NULL) return 1;
  va_list arguments;
  va_start(arguments, option);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (option != SOCKETFUNCTION || argument == NULL) return curl.curl_multi_setopt(multi, option, argument);
  socket_callback callback;
  memcpy(&callback, &argument, sizeof argument);
  atomic_store(&socket_waits, callback);
  return curl.curl_multi_setopt(multi, option, watch_socket);
}

#else

// FoundationNetworking brings libcurl along.
const char *sluice_open_curl(void) { return 0; }
int sluice_curl_refusal(void) { return 0; }

#endif
