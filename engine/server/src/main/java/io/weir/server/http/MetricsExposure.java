package io.weir.server.http;

/**
 * Where the metrics of a server are shown. They ask for no key, so an operator may want them apart from the service, or not at all.
 *
 * @param kind whether and where
 * @param port of a door of its own, 0 to 65,535, where 0 takes any that is free; 0 for the other kinds
 */
public record MetricsExposure(Kind kind, int port) {

  /** On the port of the service. */
  public static final MetricsExposure WITH_SERVICE = new MetricsExposure(Kind.WITH_SERVICE, 0);

  /** Nowhere. */
  public static final MetricsExposure DISABLED = new MetricsExposure(Kind.DISABLED, 0);

  /** Kinds of doors. */
  public enum Kind {
    WITH_SERVICE,
    OWN_PORT,
    DISABLED
  }

  /** On a port of their own, of the same address. */
  public static MetricsExposure at(int port) {
    return new MetricsExposure(Kind.OWN_PORT, port);
  }
}
