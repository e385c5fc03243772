package io.weir.client;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import java.io.IOException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A query's whole answer, however often the connection breaks.
 *
 * <p>An attempt that ends without its last item is begun again behind what the subscriber got, with the demand that is left. The
 * report at the end counts entities returned exactly; of an attempt that broke, entities scanned are counted as far as was heard.
 *
 * <p>Any thread. Fails as the service says; with what broke the last attempt when the retries are used up without an item in
 * between.
 */
final class ResumingStream {

  private final Transport transport;
  private final Requests requests;
  private final Retries retries;

  ResumingStream(Transport transport, Requests requests, Retries retries) {
    this.transport = transport;
    this.requests = requests;
    this.retries = retries;
  }

  Flux<StreamItem> open(TableName table, Query query, Call call) {
    return Flux.defer(() -> resuming(table, new StreamPlace(query), call));
  }

  private Flux<StreamItem> resuming(TableName table, StreamPlace place, Call call) {
    return Flux.defer(() -> attempt(table, place, call))
        .map(place::pass)
        .concatWith(Mono.defer(() -> requireEnd(place)))
        .retryWhen(retries.ofStream());
  }

  private Flux<StreamItem> attempt(TableName table, StreamPlace place, Call call) {
    return transport
        .exchange(requests.stream(table, place.rest()), call)
        .map(frame -> frame.dispatch(Expected.ITEM));
  }

  private static Mono<StreamItem> requireEnd(StreamPlace place) {
    return place.isEnded()
        ? Mono.empty()
        : Mono.error(new IOException("The stream ended without its last item."));
  }
}
