package io.weir.server.rest;

import io.weir.server.http.Dialect;
import io.weir.server.http.Exchange;
import io.weir.server.http.Request;
import org.reactivestreams.Publisher;

/** The protocol of the Azure Table service. Accepts every request, so it is asked last. */
public final class RestDialect implements Dialect {

  @Override
  public boolean accepts(Request request) {
    return true;
  }

  @Override
  public Publisher<Void> handle(Exchange exchange) {
    return exchange.request().resource().dispatch(new Route(exchange)).flatMap(exchange::reply);
  }
}
