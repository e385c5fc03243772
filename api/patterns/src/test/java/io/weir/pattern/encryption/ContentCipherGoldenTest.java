package io.weir.pattern.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.EntityKey;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.AEADBadTagException;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/**
 * The bytes of encrypted values. They are stored, so they never change: later versions have to read
 * them.
 */
final class ContentCipherGoldenTest {

  private final ContentCipher cipher = cipher("Patients", "ward", "1", "k1");

  @Test
  void aValueIsEncryptedToTheseBytes() throws GeneralSecurityException {
    assertThat(hex(cipher.encrypt(1, "Name", new EdmString("Ada"))))
        .isEqualTo("29c12423f47667dca9005da191fea29492028cd4149178c35d59ca3cb3386dee6702c52c");
    assertThat(hex(cipher.encrypt(2, "Bed", new EdmInt32(7))))
        .isEqualTo("be2c3632f9fbb54a618892d68756ef611fd56b3f074812ccf1aff56dac46c79768e0cd68");
  }

  @Test
  void aCiphertextIsBoundToTableKeysAndKeyId() throws GeneralSecurityException {
    var secret = cipher.encrypt(1, "Name", new EdmString("Ada"));

    assertThat(cipher.decrypt(1, "Name", secret)).isEqualTo(new EdmString("Ada"));
    assertThat(cipher("PATIENTS", "ward", "1", "k1").decrypt(1, "Name", secret))
        .isEqualTo(new EdmString("Ada"));
    for (var other : new ContentCipher[] {
      cipher("Others", "ward", "1", "k1"),
      cipher("Patients", "war", "d1", "k1"),
      cipher("Patients", "ward", "2", "k1"),
      cipher("Patients", "ward", "1", "k2")
    }) {
      assertThatThrownBy(() -> other.decrypt(1, "Name", secret))
          .isInstanceOf(AEADBadTagException.class);
    }
    assertThatThrownBy(() -> cipher.decrypt(2, "Name", secret))
        .isInstanceOf(AEADBadTagException.class);
    assertThatThrownBy(() -> cipher.decrypt(1, "Illness", secret))
        .isInstanceOf(AEADBadTagException.class);
  }

  private static ContentCipher cipher(String table, String partition, String row, String keyId) {
    return new ContentCipher(
        new SecretKeySpec(new byte[32], "AES"),
        new AssociatedData(new TableName(table), new EntityKey(partition, row), keyId));
  }

  private static String hex(EdmBinary bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }
}
