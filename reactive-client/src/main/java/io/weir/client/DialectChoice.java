package io.weir.client;

/** In which dialect a service is spoken to. */
public enum DialectChoice {
  /** In the streaming one where the service knows it, else in the standard one; found out once, see {@link WeirClient}. */
  AUTO,
  /** In Weir's own: whole answers as streams, by HTTP/2. */
  STREAMING,
  /** In the REST dialect of the Azure Table service, by HTTP/1.1: see {@link io.weir.client.rest}. */
  REST
}
