package io.weir.api.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * An account's key. It signs requests: the {@code Authorization} header of the protocol.
 *
 * <pre>
 * SharedKey     ACCOUNT:base64(hmacSha256(key, VERB \n Content-MD5 \n Content-Type \n DATE \n RESOURCE))
 * SharedKeyLite ACCOUNT:base64(hmacSha256(key, DATE \n RESOURCE))
 * </pre>
 *
 * <p>DATE is the value of {@code x-ms-date} if that header is sent, otherwise of {@code Date}.
 * RESOURCE is {@link #resource}.
 *
 * <p>Any thread: no data is ever fed to the keyed {@link Mac} itself. Each signature uses a copy of
 * it, which needs neither a lock nor the look-up of a provider.
 *
 * <p>Source: the public documentation, "Authorize with Shared Key".
 */
public final class SharedKey {

  /** Scheme of the long form, which also signs verb and content headers. */
  public static final String SCHEME = "SharedKey";

  /** Scheme of the short form, which the public SDKs use. */
  public static final String SCHEME_LITE = "SharedKeyLite";

  /** The published key of {@link AccountName#DEVELOPMENT}. It protects nothing. */
  public static final String DEVELOPMENT_KEY =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private static final String ALGORITHM = "HmacSHA256";

  private final AccountName account;
  private final Mac keyed;

  private SharedKey(AccountName account, Mac keyed) {
    this.account = account;
    this.keyed = keyed;
  }

  /**
   * Returns the key that a connection string contains. Fails with {@code InvalidInput} when the
   * text is empty or not Base64.
   */
  public static SharedKey of(AccountName account, String base64) {
    var bytes = decode(base64);
    if (bytes.length == 0) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "accountKey=empty");
    }
    return new SharedKey(account, keyed(bytes));
  }

  public AccountName account() {
    return account;
  }

  /**
   * Returns the resource of a request in its signed form: {@code /ACCOUNT}, the path, and
   * {@code ?comp=VALUE} if the query has it.
   *
   * @param rawPath the percent-encoded path exactly as sent, with its leading slash
   * @param comp value of the query's {@code comp}; empty when it has none
   */
  public static String resource(AccountName account, String rawPath, String comp) {
    var resource = "/" + account.value() + rawPath;
    return comp.isEmpty() ? resource : resource + "?comp=" + comp;
  }

  /** Returns the text that {@link #SCHEME} signs. A header that is not sent is empty. */
  public static String stringToSign(
      String verb, String contentMd5, String contentType, String date, String resource) {
    return verb + '\n' + contentMd5 + '\n' + contentType + '\n' + date + '\n' + resource;
  }

  /** Returns the text that {@link #SCHEME_LITE} signs. */
  public static String stringToSignLite(String date, String resource) {
    return date + '\n' + resource;
  }

  /** Returns the value of an {@code Authorization} header of the short form. */
  public String authorizationLite(String date, String rawPath, String comp) {
    return SCHEME_LITE
        + ' '
        + account.value()
        + ':'
        + sign(stringToSignLite(date, resource(account, rawPath, comp)));
  }

  /** Returns the signature of a string-to-sign as Base64. */
  public String sign(String stringToSign) {
    return Base64.getEncoder().encodeToString(hmac(stringToSign));
  }

  /**
   * Whether this key made the signature. The comparison takes the same time for every wrong
   * signature. Text that is not Base64 is a wrong signature.
   */
  public boolean verifies(String stringToSign, String signatureBase64) {
    byte[] presented;
    try {
      presented = Base64.getDecoder().decode(signatureBase64);
    } catch (IllegalArgumentException e) {
      return false;
    }
    return MessageDigest.isEqual(hmac(stringToSign), presented);
  }

  /** Returns the account's name only, because the key is secret. */
  @Override
  public String toString() {
    return "SharedKey[" + account + "]";
  }

  private byte[] hmac(String text) {
    try {
      return ((Mac) keyed.clone()).doFinal(text.getBytes(UTF_8));
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("The platform's " + ALGORITHM + " cannot be copied.", e);
    }
  }

  private static byte[] decode(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=accountKey of=base64");
    }
  }

  private static Mac keyed(byte[] key) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has " + ALGORITHM + ".", e);
    }
  }
}
