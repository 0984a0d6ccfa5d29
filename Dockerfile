# sluice in an image: docker build -t sluice .
#
#   docker run --rm -u "$(id -u):$(id -g)" -v "$PWD:/work" sluice build sluice.json -o public --cache .copies
FROM swift:6.3-bookworm AS build
WORKDIR /source
COPY . .
RUN swift build -c release --product sluice \
  && cp "$(swift build -c release --show-bin-path)/sluice" /sluice \
  && strip -R .swift_modhash -R .note.gnu.build-id /sluice

FROM debian:bookworm-slim
# What the program needs to fetch lists: everything else is in it.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates curl \
  && rm -rf /var/lib/apt/lists/*
COPY LICENSE /usr/share/doc/sluice/copyright
COPY --from=build /sluice /usr/local/bin/sluice
# Nobody in particular: who writes to a folder of the host is said with -u.
USER 65534:65534
# Whoever that is has a folder for copies of lists; one of the volume, named with --cache, stays.
ENV XDG_CACHE_HOME=/tmp
WORKDIR /work
ENTRYPOINT ["sluice"]
CMD ["help"]
