package io.weir.server.request;

import io.netty.handler.codec.http.DefaultHttpHeaders;

/** Heads of requests for tests of other packages. */
public final class TestHeads {

  private TestHeads() {}

  /**
   * Returns a head without a body.
   *
   * @param headers names and values, alternating
   */
  public static RequestHead of(String method, String target, String... headers) {
    var sent = new DefaultHttpHeaders();
    for (var i = 0; i < headers.length; i += 2) {
      sent.add(headers[i], headers[i + 1]);
    }
    var addressing = new Addressing(account -> true);
    return RequestHead.parse(
        "id", method, target, sent, path -> addressing.parse(sent.get("Host", ""), path));
  }
}
