package io.weir.client;

/** A running emulator, {@code azurite-table} and {@code azurite-queue}, for tests that need one. */
public final class Emulator {

  /**
   * The system property that names the address of its tables,
   * {@code http://127.0.0.1:PORT/devstoreaccount1}.
   */
  public static final String ENDPOINT = "weir.azurite.endpoint";

  /**
   * The system property that names the address of its queues,
   * {@code http://127.0.0.1:PORT/devstoreaccount1}.
   */
  public static final String QUEUES = "weir.azurite.queues";

  private Emulator() {}

  /** Returns a client, which finds out the dialect. */
  public static WeirClient connect() {
    return WeirClient.builder()
        .endpoint(System.getProperty(ENDPOINT))
        .dialect(DialectChoice.AUTO)
        .loops(1)
        .connect();
  }

  /** Returns a client of the queues. */
  public static WeirQueues connectQueues() {
    return WeirQueues.builder()
        .endpoint(System.getProperty(QUEUES))
        .dialect(DialectChoice.REST)
        .loops(1)
        .connectQueues();
  }
}
