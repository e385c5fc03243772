package io.weir.server.answer;

import java.time.Duration;

/** Hears of every request that the endpoint serves. Called on the loops; must not block. */
public interface RequestListener {

  /** Hears nothing. */
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

  /** Its answer was handed to the connection, or its client left. Comes once for each {@link #began}. */
  void ended(Served served);

  /** An operation of a pipeline was answered; the request that carries it has begun and has not ended. */
  void part(Served served);

  /**
   * A request, or a part of one, that was served.
   *
   * @param operation what was done, from a small fixed set of names
   * @param status of the answer; 499 when the client left before there was one
   * @param took from the head's arrival to the answer's last byte handed over; of a part, from its being read to its being answered
   * @param bytesIn body bytes read; none of a part, which are its request's
   * @param bytesOut body bytes written; the same
   */
  record Served(String operation, int status, Duration took, long bytesIn, long bytesOut) {}
}
