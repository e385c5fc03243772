package io.weir.engine.index;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Computes the claim of an entity in a unique index. Belongs to one thread at a time. */
public final class ClaimEncoder {

  private final TableIndex index;
  private final CoveredValues values;
  private final MessageDigest hash;

  /** Prepares the computation of an index's claims. */
  public ClaimEncoder(TableIndex index) {
    this.index = index;
    this.values = new CoveredValues(index.definition(), ValueCode.NO_LIMIT);
    this.hash = sha256();
  }

  /** Returns an encoder for each index of a list that keeps claims. */
  public static List<ClaimEncoder> of(List<TableIndex> indexes) {
    if (!TableIndex.anyKeepsClaims(indexes)) {
      return List.of();
    }
    return indexes.stream()
        .filter(TableIndex::keepsClaims)
        .map(ClaimEncoder::new)
        .toList();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }

  /** Returns the index. */
  public TableIndex index() {
    return index;
  }

  /**
   * Returns the claim of an entity; null when the index does not cover the entity.
   *
   * @param treeKey the entity's key in the clustered index
   * @param stored its stored form; null when there is none
   */
  public @Nullable Claim claim(byte[] treeKey, byte @Nullable [] stored) {
    var covered = stored == null ? null : values.of(treeKey, stored);
    return covered == null ? null : new Claim(index.id(), hash.digest(covered));
  }

  /**
   * Returns the claims that a change of an entity gives up and takes, one move for each index where
   * they differ.
   *
   * @param before the stored form that is replaced; null when there is none
   * @param after the stored form that replaces it; null when there is none
   */
  public static List<ClaimMove> moves(
      List<ClaimEncoder> encoders,
      byte[] treeKey,
      byte @Nullable [] before,
      byte @Nullable [] after) {
    if (encoders.isEmpty()) {
      return List.of();
    }
    var moves = new ArrayList<ClaimMove>(encoders.size());
    for (var encoder : encoders) {
      if (before != null && after != null && encoder.values.areSame(treeKey, before, after)) {
        continue;
      }
      var given = encoder.claim(treeKey, before);
      var taken = encoder.claim(treeKey, after);
      if (!Objects.equals(given, taken)) {
        moves.add(new ClaimMove(given, taken));
      }
    }
    return moves;
  }
}
