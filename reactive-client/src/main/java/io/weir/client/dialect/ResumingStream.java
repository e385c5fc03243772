package io.weir.client.dialect;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.client.call.Attempts;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.call.RetryPolicy;
import java.io.IOException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A query's whole answer, however often the connection breaks.
 *
 * <p>An attempt that ends without its last item is begun again behind what the subscriber got, with the demand that is left. So
 * is one that the service ends at a limit of its own, at once and as often as it does. The report at the
 * end counts entities returned exactly; of an attempt that broke, entities scanned are counted as far as was heard.
 *
 * <p>Any thread. Fails as the service says; with what broke the last attempt when the retries are used up without an item in
 * between.
 */
public final class ResumingStream {

  private final Attempts attempts;
  private final RetryPolicy retries;

  /**
   * Streams of a service.
   *
   * @param attempts one for each part of a stream
   */
  public ResumingStream(Attempts attempts, RetryPolicy retries) {
    this.attempts = attempts;
    this.retries = retries;
  }

  public Flux<StreamItem> open(TableName table, Query query, Call call) {
    return Flux.defer(() -> resuming(table, new StreamPosition(query), call));
  }

  private Flux<StreamItem> resuming(TableName table, StreamPosition place, Call call) {
    return Flux.defer(() -> attempt(table, place, call))
        .map(place::pass)
        .concatWith(Mono.defer(() -> requireEnd(place)))
        .repeat(place::isCutShort)
        .retryWhen(retries.ofStream());
  }

  private Flux<StreamItem> attempt(TableName table, StreamPosition place, Call call) {
    return attempts
        .attempt(call, ConnectionGroup.MAIN, Mono::just)
        .flatMapMany(tables -> tables.stream(table, place.rest()))
        .onErrorResume(StreamLimitReached.class, cut -> {
          place.cutShort(cut.resume());
          return Mono.empty();
        });
  }

  private static Mono<StreamItem> requireEnd(StreamPosition place) {
    return place.isEnded() || place.isCutShort()
        ? Mono.empty()
        : Mono.error(new IOException("The stream ended without its last item."));
  }
}
