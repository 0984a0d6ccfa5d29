# An image with sluice: docker build -t sluice .
#
#   docker run --rm -u "$(id -u):$(id -g)" -v "$PWD:/work" sluice build sluice.json -o public --cache .copies
FROM swift:6.3-bookworm AS build
WORKDIR /source
COPY . .
RUN swift build -c release --product sluice -debug-info-format none \
  && cp "$(swift build -c release --show-bin-path)/sluice" /sluice \
  && strip -R .swift_modhash -R .note.gnu.build-id /sluice

FROM debian:bookworm-slim
# The program needs these to fetch lists, and nothing else.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates curl \
  && rm -rf /var/lib/apt/lists/*
COPY LICENSE /usr/share/doc/sluice/copyright
COPY --from=build /sluice /usr/local/bin/sluice
# The user `nobody`. To write to a folder of the host, set the user with `docker run -u`.
USER 65534:65534
# Every user can write copies of lists here. They are lost with the container; `--cache` names a folder of the volume.
ENV XDG_CACHE_HOME=/tmp
WORKDIR /work
ENTRYPOINT ["sluice"]
CMD ["help"]
