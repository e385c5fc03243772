package io.weir.server.files;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.client.WeirClient;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** Requests one item of a stream and no more. */
final class StalledSubscriber extends BaseSubscriber<StreamItem> {

  private final CountDownLatch got = new CountDownLatch(1);

  StalledSubscriber(WeirClient client, TableName table) {
    client.stream(table, Query.ALL).subscribe(this);
  }

  void awaitFirst() {
    try {
      if (!got.await(30, TimeUnit.SECONDS)) {
        throw new AssertionError("The stream did not begin.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  protected void hookOnSubscribe(Subscription subscription) {
    request(1);
  }

  @Override
  protected void hookOnNext(StreamItem item) {
    got.countDown();
  }
}
