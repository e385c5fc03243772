package io.weir.client.exchange;

import io.netty.buffer.ByteBuf;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClientResponse;

/** How the answer to a request is read. Runs on the loop of the connection. */
@FunctionalInterface
public interface ResponseReader<T> {

  /**
   * What the answer holds, in groups: what arrived together.
   *
   * <p>Fails with what the service refused the request for, and with {@link java.io.IOException} for an answer that is not whole.
   *
   * @param body chunks that are released when the call that hands them over returns; it must be subscribed to
   */
  Flux<List<T>> read(HttpClientResponse response, Flux<ByteBuf> body);
}
