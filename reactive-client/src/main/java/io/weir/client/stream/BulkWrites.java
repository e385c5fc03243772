package io.weir.client.stream;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.client.call.Calls;
import io.weir.client.call.RetryPolicy;
import io.weir.client.options.UnknownWrites;
import io.weir.client.transport.Transport;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

/** Carries out bulk writes in the streaming dialect. Any thread. */
public final class BulkWrites {

  private final Transport transport;
  private final StreamingRequests requests;
  private final Calls<TableService> calls;
  private final RetryPolicy retries;
  private final UnknownWrites policy;

  public BulkWrites(
      Transport transport,
      StreamingRequests requests,
      Calls<TableService> calls,
      RetryPolicy retries,
      UnknownWrites policy) {
    this.transport = transport;
    this.requests = requests;
    this.calls = calls;
    this.retries = retries;
    this.policy = policy;
  }

  /**
   * Writes the lines to a table and emits their results.
   *
   * @param tables carries out reads and single writes, for lines with an unknown outcome
   */
  public Flux<BulkResult> write(
      TableService tables, TableName table, Publisher<? extends BulkLine> lines) {
    return Flux.deferContextual(context -> {
      var upload = new BulkUpload(Context.of(context));
      var recovery = new BulkRecovery(tables, table, policy);
      var transfer = new BulkTransfer(transport, requests, table, upload, recovery);
      return calls
          .upload("Bulk", call -> transfer.results(lines, call, retries))
          .onErrorMap(transfer::explain);
    });
  }
}
