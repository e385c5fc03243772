package io.weir.engine.page;

/**
 * Writes the spans of a plan as one page.
 *
 * <p>Runs on: the plan's thread; one writer for each page.
 */
final class LeafWriter {

  private final long page;
  private final int count;
  private final byte[] prefix;
  private final int prefixLength;

  /** Entries written so far, and the address of the next. */
  private int written;

  private long at;

  private LeafWriter(long page, int count, byte[] prefix, int prefixLength) {
    this.page = page;
    this.count = count;
    this.prefix = prefix;
    this.prefixLength = prefixLength;
  }

  /**
   * Writes the entries from one position of the spans, inclusive, to another, exclusive.
   *
   * @param prefix begins with the prefix that all these entries share
   */
  static void write(
      LeafSpans spans,
      int from,
      int to,
      long page,
      int lengthBytes,
      byte[] prefix,
      int prefixLength) {
    var writer = new LeafWriter(page, to - from, prefix, prefixLength);
    writer.header(lengthBytes);
    int position = from;
    for (int span = spans.spanOf(from); position < to; span++) {
      int until = Math.min(to, spans.ends[span]);
      writer.span(spans, span, position - spans.start(span), until - spans.start(span));
      position = until;
    }
    assert writer.at == page + lengthBytes : "length is not as planned";
  }

  private void header(int lengthBytes) {
    RawMemory.putByte(page, (byte) LeafPage.FORMAT);
    RawMemory.putShort(page + LeafPage.COUNT, count);
    RawMemory.putInt(page + LeafPage.LENGTH, lengthBytes);
    RawMemory.putShort(page + LeafPage.PREFIX_LENGTH, prefixLength);
    RawMemory.copy(prefix, 0, LeafPage.prefix(page, count), prefixLength);
    at = LeafPage.prefix(page, count) + prefixLength;
  }

  private void span(LeafSpans spans, int span, int from, int to) {
    byte[] key = spans.keys[span];
    byte[] value = spans.values[span];
    if (key != null && value != null) {
      entry(key, value);
      return;
    }
    long source = spans.pages[span];
    int first = spans.froms[span] + from;
    int end = spans.froms[span] + to;
    if (LeafPage.prefixLength(source) == prefixLength) {
      block(source, first, end);
    } else {
      for (int position = first; position < end; position++) {
        entry(source, position);
      }
    }
  }

  private void entry(byte[] key, byte[] value) {
    int suffixLength = key.length - prefixLength;
    begin(LeafPage.head(key, prefixLength, suffixLength), suffixLength);
    append(key, prefixLength, suffixLength);
    append(value, 0, value.length);
  }

  /**
   * Copies entries of a page that has the same prefix: their bytes stay as they are, and only their
   * offsets change.
   */
  private void block(long source, int from, int to) {
    int sourceCount = LeafPage.count(source);
    long start = LeafPage.entry(source, sourceCount, from);
    int length = (int) (LeafPage.end(source, sourceCount, to - 1) - start);
    RawMemory.copy(start, at, length);
    RawMemory.copy(
        source + LeafPage.HEADER_BYTES + (long) from * LeafPage.HEAD_BYTES,
        page + LeafPage.HEADER_BYTES + (long) written * LeafPage.HEAD_BYTES,
        (to - from) * LeafPage.HEAD_BYTES);
    int moved = (int) ((at - page) - (start - source));
    long sourceOffset = LeafPage.offsets(source, sourceCount) + (long) from * LeafPage.OFFSET_BYTES;
    long offset = LeafPage.offsets(page, count) + (long) written * LeafPage.OFFSET_BYTES;
    for (int i = from; i < to; i++) {
      RawMemory.putShort(offset, RawMemory.getUnsignedShort(sourceOffset) + moved);
      sourceOffset += LeafPage.OFFSET_BYTES;
      offset += LeafPage.OFFSET_BYTES;
    }
    written += to - from;
    at += length;
  }

  /**
   * Copies an entry of a page that has another prefix: bytes move between its prefix and its
   * suffix.
   */
  private void entry(long source, int position) {
    int sourceCount = LeafPage.count(source);
    int sourcePrefix = LeafPage.prefixLength(source);
    long entry = LeafPage.entry(source, sourceCount, position);
    int rest = (int) (LeafPage.end(source, sourceCount, position) - LeafPage.suffix(entry));
    int suffixLength = sourcePrefix + LeafPage.suffixLength(entry) - prefixLength;
    long head = at + LeafPage.SUFFIX_LENGTH_BYTES;
    begin(0, suffixLength);
    int fromPrefix = Math.max(0, sourcePrefix - prefixLength);
    int skipped = Math.max(0, prefixLength - sourcePrefix);
    RawMemory.copy(
        LeafPage.prefix(source, sourceCount) + sourcePrefix - fromPrefix, at, fromPrefix);
    RawMemory.copy(LeafPage.suffix(entry) + skipped, at + fromPrefix, rest - skipped);
    at += fromPrefix + rest - skipped;
    RawMemory.putInt(headAddress(written - 1), head(head, suffixLength));
  }

  private void begin(int head, int suffixLength) {
    RawMemory.putInt(headAddress(written), head);
    RawMemory.putShort(
        LeafPage.offsets(page, count) + (long) written * LeafPage.OFFSET_BYTES, (int) (at - page));
    RawMemory.putShort(at, suffixLength);
    at += LeafPage.SUFFIX_LENGTH_BYTES;
    written++;
  }

  private void append(byte[] bytes, int from, int length) {
    RawMemory.copy(bytes, from, at, length);
    at += length;
  }

  private long headAddress(int position) {
    return page + LeafPage.HEADER_BYTES + (long) position * LeafPage.HEAD_BYTES;
  }

  private static int head(long suffix, int length) {
    int head = 0;
    for (int i = 0; i < LeafPage.HEAD_BYTES; i++) {
      head = head << Byte.SIZE | (i < length ? RawMemory.getByte(suffix + i) & 0xFF : 0);
    }
    return head;
  }
}
