package io.weir.client.stream;

import io.weir.api.TableService;
import io.weir.client.call.Attempts;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.options.Endpoint;
import io.weir.client.rest.RestTables;
import io.weir.client.transport.Attempt;
import io.weir.client.transport.Transport;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Makes attempts in one of two dialects. Any thread. */
public final class Dialects implements Attempts<TableService> {

  private final Mono<Boolean> streaming;
  private final Transport transport;
  private final Endpoint endpoint;
  private final StreamingRequests requests;
  private final Pipelining pipelining;

  /**
   * Asks nothing yet.
   *
   * @param streaming whether to speak the streaming dialect, else the REST dialect; subscribed to
   *     by each attempt
   */
  public Dialects(
      Mono<Boolean> streaming,
      Transport transport,
      Endpoint endpoint,
      StreamingRequests requests,
      Pipelining pipelining) {
    this.streaming = streaming;
    this.transport = transport;
    this.endpoint = endpoint;
    this.requests = requests;
    this.pipelining = pipelining;
  }

  /**
   * Fails with {@link io.weir.client.call.RequestNotSent}, or {@code ServerBusy}, if the dialect
   * could not be found out.
   */
  @Override
  public <T> Mono<T> attempt(
      Call call, ConnectionGroup group, Function<TableService, Mono<T>> work) {
    return streaming.flatMap(isStreaming ->
        transport.attempt(call, group, attempt -> work.apply(tables(attempt, isStreaming))));
  }

  private TableService tables(Attempt attempt, boolean isStreaming) {
    var rest = new RestTables(attempt, endpoint.origin(), endpoint.path());
    return isStreaming ? new StreamingTables(attempt, requests, pipelining, rest) : rest;
  }
}
