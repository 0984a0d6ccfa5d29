#ifndef CURL_ON_DEMAND_H
#define CURL_ON_DEMAND_H

/// Opens libcurl; a message that says why not, or null when it is open. The text lives as long as the
/// process.
const char *sluice_open_curl(void);

#endif
