package io.weir.server.http;

import io.weir.server.answer.RequestListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Logs one line for each request, to the logger {@code io.weir.access} at INFO. Off by default.
 *
 * <p>The line omits the query, which may hold a secret signature and the keys of entities.
 *
 * <p>The request line is captured at the beginning of the request, because the transport drops it
 * after the answer. Runs on the loop of the connection. When the logger is off, a request costs one
 * check of the level.
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
    if (method.isEmpty()) { // the logger was off when the request began
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
        .log("request served");
  }

  private static String peerOf(HttpServerRequest in) {
    var peer = in.remoteAddress();
    return peer == null ? "unknown" : peer.getHostString() + ":" + peer.getPort();
  }
}
