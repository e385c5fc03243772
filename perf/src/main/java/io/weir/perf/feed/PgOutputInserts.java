package io.weir.perf.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.perf.target.WrongAnswer;
import java.nio.ByteBuffer;

/**
 * Decodes the messages of {@code pgoutput} and counts the inserted rows, with a text of each
 * column. Messages of other kinds are passed over. Belongs to one thread.
 *
 * <pre>
 * bytes  meaning of an insert, big-endian
 * 1      'I'
 * 4      id of the relation
 * 1      'N'
 * 2      number of columns, then for each:
 * 1        'n' null, 'u' unchanged, 't' text
 * 4        't' only: length of the text in bytes
 * ..       't' only: the text
 * </pre>
 *
 * @see <a
 *     href="https://www.postgresql.org/docs/15/protocol-logicalrep-message-formats.html">message
 *     formats</a>
 */
final class PgOutputInserts {

  private static final byte INSERT = 'I';
  private static final byte NEW = 'N';
  private static final byte TEXT = 't';

  private int count;
  private long letters;

  int count() {
    return count;
  }

  /** Returns the letters of all texts so far. */
  long letters() {
    return letters;
  }

  /** Adds a message, whose buffer is read to its end. */
  void add(ByteBuffer message) {
    if (message.get() == INSERT) {
      message.getInt();
      if (message.get() != NEW) {
        throw new WrongAnswer("an insert of pgoutput has no new row");
      }
      for (var left = message.getShort(); left > 0; left--) {
        column(message);
      }
      count++;
    }
  }

  private void column(ByteBuffer message) {
    if (message.get() == TEXT) {
      var length = message.getInt();
      letters += new String(
              message.array(), message.arrayOffset() + message.position(), length, UTF_8)
          .length();
      message.position(message.position() + length);
    }
  }
}
