package io.weir.client.exchange;

/** The protocol that a request is sent by. */
public enum Protocol {
  /** Many concurrent requests on each of a few connections. */
  HTTP_2,
  /** One request at a time on each connection; the only protocol of the cloud's service. */
  HTTP_1
}
