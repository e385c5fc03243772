package io.weir.client.rest;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the service goes on with a list: what it said in headers, to be sent back unchanged as options. Opaque; good for the query
 * that it was answered to, and for some time.
 *
 * @param options by name; empty where nothing was said
 */
record SegmentToken(Map<String, String> options) {

  /** Of the first segment, and behind the last. */
  static final SegmentToken NONE = new SegmentToken(Map.of());

  private static final String HEADER = "x-ms-continuation-";
  private static final List<String> NAMES =
      List.of("NextPartitionKey", "NextRowKey", "NextTableName");

  SegmentToken {
    options = Map.copyOf(options);
  }

  /** What the headers of an answer say. Either of the two for entities may be missing: then so it is sent back. */
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
