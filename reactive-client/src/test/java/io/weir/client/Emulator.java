package io.weir.client;

/** A running emulator, {@code azurite-table}, for tests that need one. */
public final class Emulator {

  /** The system property that names its address, {@code http://127.0.0.1:PORT/devstoreaccount1}. */
  public static final String ENDPOINT = "weir.azurite.endpoint";

  private Emulator() {}

  /** Returns a client, which finds out the dialect. */
  public static WeirClient connect() {
    return WeirClient.builder()
        .endpoint(System.getProperty(ENDPOINT))
        .dialect(DialectChoice.AUTO)
        .loops(1)
        .connect();
  }
}
