package io.weir.engine.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.AccountName;
import io.weir.api.FeedToken;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The tokens of one feed.
 *
 * <pre>
 * offset  bytes  meaning, big-endian; written as base64url
 * 0       1      version: 1, a place in the log; 2, a place among the existing entities
 * 1       16     id of the store
 * 17      8      hash of the account and of the table's name
 * 25      4      id of the table, 0 for an account
 * 29      8      position in the log
 * 37      2      version 2 only: the partition group that is being read
 * 39      k      version 2 only: the last key that was read; none at the beginning of the group
 * ..      4      CRC-32C of all before
 * </pre>
 *
 * <p>The id of the table tells a table from a later one of the same name. Any thread.
 */
final class FeedTokens {

  private static final byte IN_LOG = 1;
  private static final byte IN_EXISTING = 2;
  private static final int HEAD_BYTES = 37;
  private static final int CHECK_BYTES = 4;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final UUID storeId;
  private final long scope;

  FeedTokens(UUID storeId, AccountName account, Optional<TableName> table) {
    this.storeId = storeId;
    this.scope = hash(account.value() + table.map(name -> '/' + name.folded()).orElse(""));
  }

  /** FNV-1a of 64 bits (Fowler, Noll, Vo). It guards against mistakes, not against forgery. */
  private static long hash(String text) {
    var hash = FNV_OFFSET;
    for (var each : text.getBytes(UTF_8)) {
      hash = (hash ^ (each & 0xFF)) * FNV_PRIME;
    }
    return hash;
  }

  FeedToken of(FeedPosition place) {
    var existing = place.existing();
    var bytes = ByteBuffer.allocate(
            HEAD_BYTES + (existing == null ? 0 : 2 + existing.lastKey().length) + CHECK_BYTES)
        .put(existing == null ? IN_LOG : IN_EXISTING)
        .putLong(storeId.getMostSignificantBits())
        .putLong(storeId.getLeastSignificantBits())
        .putLong(scope)
        .putInt(place.tableId())
        .putLong(place.position());
    if (existing != null) {
      bytes.putShort((short) existing.group()).put(existing.lastKey());
    }
    bytes.putInt(check(bytes.array(), bytes.position()));
    return new FeedToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array()));
  }

  /**
   * Returns the place of a token. Fails with {@code InvalidInput} for a damaged token, and for that
   * of another store, account or table.
   */
  FeedPosition read(FeedToken token) {
    var source = decoded(token);
    var end = source.length - CHECK_BYTES;
    if (end < HEAD_BYTES || ByteBuffer.wrap(source).getInt(end) != check(source, end)) {
      throw refused("malformed");
    }
    try {
      return read(ByteBuffer.wrap(source, 0, end));
    } catch (BufferUnderflowException e) {
      throw refused("malformed");
    }
  }

  private FeedPosition read(ByteBuffer bytes) {
    var version = bytes.get();
    if (version != IN_LOG && version != IN_EXISTING) {
      throw refused("ofOtherVersion");
    }
    if (!new UUID(bytes.getLong(), bytes.getLong()).equals(storeId)) {
      throw refused("ofOtherStore");
    }
    if (bytes.getLong() != scope) {
      throw refused("ofOtherFeed");
    }
    var tableId = bytes.getInt();
    var position = bytes.getLong();
    if (version == IN_LOG) {
      return new FeedPosition(tableId, position, null);
    }
    var group = bytes.getShort();
    var key = new byte[bytes.remaining()];
    bytes.get(key);
    return new FeedPosition(tableId, position, new ExistingEntities.Place(group, key));
  }

  private static byte[] decoded(FeedToken token) {
    try {
      return Base64.getUrlDecoder().decode(token.text());
    } catch (IllegalArgumentException e) {
      throw refused("malformed");
    }
  }

  private static int check(byte[] bytes, int length) {
    var crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  static InvalidRequestException refused(String reason) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "feedToken=" + reason);
  }
}
