package io.weir.perf.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Concurrent streams.
 *
 * @param isHttp2 whether they share connections of HTTP/2, or have one connection of HTTP/1.1 each
 * @param isGzip whether they are compressed
 * @param reader how they are read
 * @param streams their number
 */
record StreamKind(boolean isHttp2, boolean isGzip, Reader reader, int streams) {

  /** The way in which a client reads a stream. A stream that has ended begins again. */
  enum Reader {
    /** As fast as possible. */
    FAST,
    /** A piece from the network ten times a second. */
    SLOW,
    /** Not at all. */
    UNREAD
  }

  /** Returns every kind with each of these numbers of streams. */
  static List<StreamKind> all(List<Integer> counts) {
    var all = new ArrayList<StreamKind>();
    for (var isHttp2 : List.of(false, true)) {
      for (var isGzip : List.of(false, true)) {
        for (var reader : Reader.values()) {
          counts.forEach(count -> all.add(new StreamKind(isHttp2, isGzip, reader, count)));
        }
      }
    }
    return all;
  }

  /** Returns these streams without compression. */
  StreamKind plain() {
    return new StreamKind(isHttp2, false, reader, streams);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d %s, %s, %s",
        streams,
        reader.name().toLowerCase(Locale.ROOT),
        isGzip ? "gzip" : "plain",
        isHttp2 ? "h2" : "HTTP/1.1");
  }
}
