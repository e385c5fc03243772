package io.weir.server.answer;

import java.time.Duration;

/** Observes every request of the endpoint. Called on the loops; must not block. */
public interface RequestListener {

  /** A listener that does nothing. */
  RequestListener NONE = new RequestListener() {
    @Override
    public void began() {}

    @Override
    public void ended(Served served) {}

    @Override
    public void part(Served served) {}
  };

  /** A request's head was read. */
  void began();

  /**
   * A request's answer was handed to the connection, or its client disconnected. Called once for
   * each {@link #began}.
   */
  void ended(Served served);

  /** An operation of a pipeline was answered. The request that carries it is still in progress. */
  void part(Served served);

  /**
   * A finished request, or a finished operation of a pipeline.
   *
   * @param operation its name, from a small fixed set
   * @param status the answer's status; 499 if the client disconnected before the answer
   * @param took time from the head's arrival until the last byte was handed over; for an operation,
   *     from reading to answering it
   * @param bytesIn body bytes read; 0 for an operation, whose bytes count for its request
   * @param bytesOut body bytes written; 0 for an operation
   */
  record Served(String operation, int status, Duration took, long bytesIn, long bytesOut) {}
}
