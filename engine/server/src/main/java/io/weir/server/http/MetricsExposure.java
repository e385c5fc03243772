package io.weir.server.http;

/**
 * The place where a server shows its metrics. Metrics require no key, so an operator may want them
 * on another port or not at all.
 *
 * @param kind whether and where they are shown
 * @param port their own port, 0 to 65,535, where 0 takes any free port; 0 for the other kinds
 */
public record MetricsExposure(Kind kind, int port) {

  /** On the service's port. */
  public static final MetricsExposure WITH_SERVICE = new MetricsExposure(Kind.WITH_SERVICE, 0);

  /** Nowhere. */
  public static final MetricsExposure DISABLED = new MetricsExposure(Kind.DISABLED, 0);

  /** Kinds of exposure. */
  public enum Kind {
    WITH_SERVICE,
    OWN_PORT,
    DISABLED
  }

  /** Returns the exposure on a port of their own at the service's address. */
  public static MetricsExposure at(int port) {
    return new MetricsExposure(Kind.OWN_PORT, port);
  }
}
