package io.weir.gateway;

import io.weir.client.WeirClient;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/** Two gateways of one store, of which one may be dead. Any thread may ask for a client. */
final class Gateways implements AutoCloseable {

  private final String store;
  private final AtomicReference<Member> first = new AtomicReference<>();
  private final AtomicReference<Member> second = new AtomicReference<>();

  private Gateways(String store) {
    this.store = store;
  }

  static Gateways start(String store) throws IOException {
    var both = new Gateways(store);
    both.first.set(Member.start(store));
    both.second.set(Member.start(store));
    return both;
  }

  /** Returns the client of the gateway that a caller who was disappointed so often should ask. */
  WeirClient client(int disappointments) {
    return (disappointments % 2 == 0 ? first : second).get().client;
  }

  void killFirst() {
    first.get().process.kill();
  }

  void restartFirst() throws IOException {
    first.getAndSet(Member.start(store)).close();
  }

  @Override
  public void close() {
    first.get().close();
    second.get().close();
  }

  private record Member(GatewayProcess process, WeirClient client) {

    static Member start(String store) throws IOException {
      var process = GatewayProcess.start(store);
      return new Member(process, process.client());
    }

    void close() {
      client.close();
      process.close();
    }
  }
}
