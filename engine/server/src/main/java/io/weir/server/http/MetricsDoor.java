package io.weir.server.http;

/**
 * Where the metrics of a server are shown. They ask for no key, so an operator may want them apart from the service, or not at all.
 *
 * @param kind whether and where
 * @param port of a door of its own, 0 to 65,535, where 0 takes any that is free; 0 for the other kinds
 */
public record MetricsDoor(Kind kind, int port) {

  /** On the port of the service. */
  public static final MetricsDoor WITH_SERVICE = new MetricsDoor(Kind.WITH_SERVICE, 0);

  /** Nowhere. */
  public static final MetricsDoor CLOSED = new MetricsDoor(Kind.CLOSED, 0);

  /** Kinds of doors. */
  public enum Kind {
    WITH_SERVICE,
    OWN_PORT,
    CLOSED
  }

  /** On a port of their own, of the same address. */
  public static MetricsDoor at(int port) {
    return new MetricsDoor(Kind.OWN_PORT, port);
  }
}
