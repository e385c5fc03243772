package io.weir.client.exchange;

import io.netty.buffer.ByteBuf;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClientResponse;

/** Reads the answer to a request. Runs on the loop of the connection. */
@FunctionalInterface
public interface ResponseReader<T> {

  /**
   * Emits the content of the answer, in groups of items that arrived together.
   *
   * <p>Fails with the service's refusal, and with {@link java.io.IOException} if the answer is
   * incomplete.
   *
   * @param body chunks that are released when the call that delivers them returns; must be
   *     subscribed to
   */
  Flux<List<T>> read(HttpClientResponse response, Flux<ByteBuf> body);
}
