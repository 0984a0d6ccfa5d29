#ifndef CURL_ON_DEMAND_H
#define CURL_ON_DEMAND_H

/// Opens libcurl; a message that says why not, or null when it is open. The text lives as long as the
/// process.
const char *sluice_open_curl(void);

/// Headers of more than 1,000 lines or 256 kB.
#define SLUICE_CURL_LONG_HEADERS 1
/// A length of the body that no body has.
#define SLUICE_CURL_LONG_BODY 2

/// Why a transfer was ended since this was last asked; 0 where none was.
int sluice_curl_refusal(void);

#endif
