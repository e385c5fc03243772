package io.weir.client.transport;

import io.weir.client.options.Endpoint;

/**
 * One node of the service: its address, the connections to it, and the time that it told last. A
 * service on one machine is one node. Any thread.
 */
public final class Node {

  private final Endpoint endpoint;
  private final Connections connections;
  private final ServiceTime time = new ServiceTime();

  Node(Endpoint endpoint, Connections connections) {
    this.endpoint = endpoint;
    this.connections = connections;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  Connections connections() {
    return connections;
  }

  ServiceTime time() {
    return time;
  }

  /** Returns the time that the node told last, as a Timestamp; the smallest value if none. */
  public long toldTicks() {
    return time.latestTicks();
  }
}
