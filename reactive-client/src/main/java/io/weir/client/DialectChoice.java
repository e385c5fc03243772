package io.weir.client;

/** The dialect that a client speaks to its service. */
public enum DialectChoice {
  /**
   * The streaming dialect if the service knows it, else the REST dialect. The client finds out
   * once, before its first request.
   */
  AUTO,
  /** Weir's own dialect: whole answers as streams, over HTTP/2. */
  STREAMING,
  /**
   * The REST dialect of the Azure Table service, over HTTP/1.1: see {@link io.weir.client.rest}.
   */
  REST
}
