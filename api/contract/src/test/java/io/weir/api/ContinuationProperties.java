package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ContinuationProperties {

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void aContinuationIsReadBackFromTextThatNeedsNoEscapes(@ForAll("places") Continuation place) {
    var text = place.encode();

    assertThat(text).matches("[A-Za-z0-9_-]+");
    assertThat(Continuation.parse(text)).isEqualTo(place);
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void aChangedCharacterIsRefused(@ForAll("places") Continuation place, @ForAll Random random) {
    var text = new StringBuilder(place.encode());
    var at = random.nextInt(text.length());
    var other = ALPHABET.charAt(random.nextInt(64));

    if (other != text.charAt(at)) {
      text.setCharAt(at, other);
      assertRefused(text.toString());
    }
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void everyOtherLastCharacterIsRefused(@ForAll("places") Continuation place) {
    var text = place.encode();

    for (var i = 0; i < ALPHABET.length(); i++) {
      var other = ALPHABET.charAt(i);
      if (other != text.charAt(text.length() - 1)) {
        assertRefused(text.substring(0, text.length() - 1) + other);
      }
    }
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void aTextCutOrGrownIsRefused(@ForAll("places") Continuation place, @ForAll Random random) {
    var text = place.encode();

    assertRefused(text.substring(0, random.nextInt(text.length())));
    assertRefused(text + ALPHABET.charAt(random.nextInt(64)));
    assertRefused(text + "=");
  }

  @Property(tries = 500)
  void noiseIsRefused(@ForAll String noise) {
    assertRefused(noise);
  }

  @Example
  void aForgedTextWithAValidChecksumMustContainValidKeys() {
    assertRefused(forged(1, 1, new byte[] {'a', 0, (byte) 0xC3}));
    assertRefused(forged(1, 1, new byte[] {'a', 0, (byte) 0xE2, (byte) 0x82}));
    assertRefused(forged(1, 1, new byte[] {'a', 'b'}));
    assertRefused(forged(1, 6, new byte[] {'a', 0}));
    assertRefused(forged(1, 8, new byte[] {'a', 0}));
    assertRefused(forged(2, 1, new byte[] {'a', 0}));
    assertRefused(forged(1, 1, new byte[] {}));
    assertThat(Continuation.parse(forged(1, 1, new byte[] {'a', 0})))
        .isEqualTo(Continuation.at(new EntityKey("a", ""), Direction.ASCENDING));
  }

  private static String forged(int version, int flags, byte[] key) {
    var bytes = ByteBuffer.allocate(2 + key.length + 4)
        .put((byte) version)
        .put((byte) flags)
        .put(key);
    var crc = new CRC32C();
    crc.update(bytes.array(), 0, bytes.position());
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(bytes.putInt((int) crc.getValue()).array());
  }

  private static void assertRefused(String text) {
    assertThat(catchThrowableOfType(InvalidRequestException.class, () -> Continuation.parse(text))
            .code())
        .as(text)
        .isEqualTo(ErrorCode.INVALID_INPUT);
  }

  @Provide
  Arbitrary<Continuation> places() {
    var texts = Arbitraries.of("a", "", " ", "é", "😀", "\uFFFF", "~")
        .list()
        .ofMaxSize(4)
        .map(parts -> String.join("", parts));
    var keys = Combinators.combine(texts, texts).as(EntityKey::new);
    return Combinators.combine(keys, Arbitraries.of(true, false), Arbitraries.of(Direction.class))
        .as(Continuation::new);
  }
}
