package io.weir.hbase.protocol;

/**
 * The answer to a {@link RemovalRequest}.
 *
 * @param removed number of removed rows
 * @param tooLarge whether the partition at the end has more rows than can be removed at one moment;
 *     none of them was removed
 * @param end where the removal ended; a row that comes next need not exist any more
 */
public record RemovalAnswer(int removed, boolean tooLarge, SliceEnd end) {

  public byte[] toBytes() {
    var target = new MessageWriter().int32(removed).int8(tooLarge ? 1 : 0);
    end.write(target);
    return target.toBytes();
  }

  public static RemovalAnswer read(byte[] message) {
    var source = new MessageReader(message);
    return new RemovalAnswer(source.int32(), source.int8() != 0, SliceEnd.read(source));
  }
}
