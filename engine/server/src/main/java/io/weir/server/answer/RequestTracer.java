package io.weir.server.answer;

import reactor.netty.http.server.HttpServerRequest;

/** Traces requests across services. Called on the loops; must not block, and must not fail. */
public interface RequestTracer {

  /** A tracer that does nothing. */
  RequestTracer NONE = (requestId, request) -> served -> {};

  /**
   * A request's head was read.
   *
   * @param requestId names the request in answer and log
   * @param request whose headers may say of which trace it is part
   */
  RequestSpan began(String requestId, HttpServerRequest request);

  /** A traced request. */
  @FunctionalInterface
  interface RequestSpan {

    /** The answer was handed to the connection, or the client disconnected. Called once. */
    void ended(RequestListener.Served served);
  }
}
