package io.weir.hbase.protocol;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.UUID;

/** The column families of the table of entities. Callers must not change the arrays. Any thread. */
public final class Columns {

  /**
   * The time for which a region remembers a request. It is much longer than the deadline of any
   * request, also if one waits in the network.
   */
  public static final Duration REQUESTS_KEPT = Duration.ofHours(1);

  private static final byte[] ENTITIES = "e".getBytes(US_ASCII);
  private static final byte[] REQUESTS = "r".getBytes(US_ASCII);
  private static final byte[] NO_QUALIFIER = {};
  private static final byte TOKEN = 't';

  private Columns() {}

  /** Returns the family of the stored forms. */
  public static byte[] entities() {
    return ENTITIES;
  }

  /** Returns the family of the requests that were carried out. */
  public static byte[] requests() {
    return REQUESTS;
  }

  /**
   * Returns the qualifier of the cell of a token, which is longer than all others of its family.
   */
  public static byte[] token(UUID token) {
    return ByteBuffer.allocate(1 + 2 * Long.BYTES)
        .put(TOKEN)
        .putLong(token.getMostSignificantBits())
        .putLong(token.getLeastSignificantBits())
        .array();
  }

  /** Returns the qualifier of an entity's only cell. */
  public static byte[] entity() {
    return NO_QUALIFIER;
  }
}
