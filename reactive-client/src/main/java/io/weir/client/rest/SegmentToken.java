package io.weir.client.rest;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the service continues a list: texts from its headers, to be sent back unchanged as query
 * options. Opaque; valid for the same query, and for a limited time.
 *
 * @param options by name; empty at the beginning and after the end
 */
record SegmentToken(Map<String, String> options) {

  /** The token of the first segment, and of the position after the last. */
  static final SegmentToken NONE = new SegmentToken(Map.of());

  private static final String HEADER = "x-ms-continuation-";
  private static final List<String> NAMES =
      List.of("NextPartitionKey", "NextRowKey", "NextTableName");

  SegmentToken {
    options = Map.copyOf(options);
  }

  /**
   * Reads the headers of an answer. One of the two for entities may be missing, and is then not
   * sent back either.
   */
  static SegmentToken of(HttpHeaders headers) {
    var found = new TreeMap<String, String>();
    for (var name : NAMES) {
      var value = headers.get(HEADER + name, "");
      if (!value.isEmpty()) {
        found.put(name, value);
      }
    }
    return new SegmentToken(found);
  }

  boolean isNone() {
    return options.isEmpty();
  }
}
