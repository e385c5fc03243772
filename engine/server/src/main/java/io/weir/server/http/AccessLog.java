package io.weir.server.http;

import io.weir.server.answer.RequestListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.http.server.HttpServerRequest;

/**
 * A line for each request, to the logger {@code io.weir.access} at INFO; it is off unless somebody turns it on.
 *
 * <p>The query is left out: it may hold a signature, which is a secret, and keys, which are somebody's data.
 *
 * <p>What is asked is noted when the request begins, because the transport forgets it when all is sent. Runs on the loop of the
 * connection; off, it costs a test of the level.
 */
record AccessLog(String peer, String method, String path, String protocol) {

  private static final Logger LOG = LoggerFactory.getLogger("io.weir.access");
  private static final AccessLog OFF = new AccessLog("", "", "", "");

  static AccessLog begin(HttpServerRequest in) {
    return LOG.isInfoEnabled()
        ? new AccessLog(
            peerOf(in),
            in.method().name(),
            RequestHandler.pathOf(in.uri()),
            in.version().text())
        : OFF;
  }

  void end(String requestId, RequestListener.Served served) {
    if (method.isEmpty()) { // it was off when the request began
      return;
    }
    LOG.atInfo()
        .addKeyValue("request", requestId)
        .addKeyValue("peer", peer)
        .addKeyValue("method", method)
        .addKeyValue("path", path)
        .addKeyValue("protocol", protocol)
        .addKeyValue("operation", served.operation())
        .addKeyValue("status", served.status())
        .addKeyValue("micros", served.took().toNanos() / 1000)
        .addKeyValue("in", served.bytesIn())
        .addKeyValue("out", served.bytesOut())
        .log("Served.");
  }

  private static String peerOf(HttpServerRequest in) {
    var peer = in.remoteAddress();
    return peer == null ? "unknown" : peer.getHostString() + ":" + peer.getPort();
  }
}
