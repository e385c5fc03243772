package io.weir.client.exchange;

/** What a request is sent by. */
public enum Protocol {
  /** Many requests at a time on each of a few connections. */
  HTTP_2,
  /** One request at a time on each connection; all that the cloud speaks. */
  HTTP_1
}
