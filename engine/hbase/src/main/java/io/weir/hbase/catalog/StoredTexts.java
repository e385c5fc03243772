package io.weir.hbase.catalog;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.weir.hbase.protocol.MessageReader;
import io.weir.hbase.protocol.MessageWriter;
import io.weir.hbase.protocol.RequestId;
import io.weir.hbase.protocol.TableId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts that an account or a table stores about itself, as a cell of the catalog holds them.
 *
 * @param owner the number of the table's id, which a later table of the same name does not have;
 *     {@link #OF_ACCOUNT} for an account
 * @param request the change that stored them
 * @param texts by name, none of them empty
 */
record StoredTexts(long owner, RequestId request, Map<String, String> texts) {

  /** No table has this number. */
  static final long OF_ACCOUNT = 0;

  /** Versions of one owner's texts; the next owner's are greater. */
  private static final int VERSION_BITS = 24;

  private static final RequestId NOBODY = new RequestId(0, 0);

  /** Returns the texts of an owner that has stored none. */
  static StoredTexts none(long owner) {
    return new StoredTexts(owner, NOBODY, Map.of());
  }

  /** Returns the texts in a cell, unless they are absent or those of an earlier owner. */
  static StoredTexts read(byte @Nullable [] cell, long owner) {
    if (cell == null) {
      return none(owner);
    }
    var source = new MessageReader(cell);
    var written = source.int64();
    var request = RequestId.read(source);
    var texts = source.all(each -> Map.entry(each.text(), each.text())).stream()
        .collect(toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    return written == owner ? new StoredTexts(owner, request, texts) : none(owner);
  }

  /** Returns these texts after a change. An empty text removes what it names. */
  StoredTexts with(Map<String, String> changed, RequestId by) {
    var all = new HashMap<>(texts);
    all.putAll(changed);
    all.values().removeIf(String::isEmpty);
    return new StoredTexts(owner, by, Map.copyOf(all));
  }

  byte[] toBytes() {
    var target = new MessageWriter().int64(owner);
    request.write(target);
    return target
        .all(
            List.copyOf(texts.entrySet()),
            (each, text) -> each.text(text.getKey()).text(text.getValue()))
        .toBytes();
  }

  /** Returns the version of a cell of this owner that is greater than any before it in its row. */
  long versionAfter(long before) {
    return Math.max(before + 1, owner << VERSION_BITS);
  }

  /** Returns the greatest version of a cell of a table or of an earlier one in the same row. */
  static long lastVersion(TableId table) {
    return (table.value() + 1 << VERSION_BITS) - 1;
  }
}
