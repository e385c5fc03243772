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
 * An account's key and what is signed with it: the {@code Authorization} header of the protocol.
 *
 * <pre>
 * SharedKey     ACCOUNT:base64(hmacSha256(key, VERB \n Content-MD5 \n Content-Type \n DATE \n RESOURCE))
 * SharedKeyLite ACCOUNT:base64(hmacSha256(key, DATE \n RESOURCE))
 * </pre>
 *
 * <p>DATE is the text of {@code x-ms-date} where that header is sent, else of {@code Date}. RESOURCE is {@link #resource}.
 *
 * <p>Any thread: the keyed {@link Mac} is never fed, each signature is made by a copy of it, which needs neither a lock nor the
 * look-up of a provider.
 *
 * <p>Source: the public documentation, "Authorize with Shared Key".
 */
public final class SharedKey {

  /** Scheme of the long form, which also signs verb and content headers. */
  public static final String SCHEME = "SharedKey";

  /** Scheme of the short form, which the public SDKs use. */
  public static final String SCHEME_LITE = "SharedKeyLite";

  /** The key of {@link AccountName#DEVELOPMENT}: published, so that it protects nothing. */
  public static final String DEVELOPMENT_KEY =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private static final String ALGORITHM = "HmacSHA256";

  private final AccountName account;
  private final Mac keyed;

  private SharedKey(AccountName account, Mac keyed) {
    this.account = account;
    this.keyed = keyed;
  }

  /** The key as it stands in a connection string. Fails with {@code InvalidInput} when it is not Base64 or empty. */
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
   * What a request is about, as it is signed: {@code /ACCOUNT} and the path, and {@code ?comp=VALUE} where the query has it.
   *
   * @param rawPath the percent-encoded path exactly as sent, with its leading slash
   * @param comp value of the query's {@code comp}; empty when it has none
   */
  public static String resource(AccountName account, String rawPath, String comp) {
    var resource = "/" + account.value() + rawPath;
    return comp.isEmpty() ? resource : resource + "?comp=" + comp;
  }

  /** What {@link #SCHEME} signs; headers that are not sent are empty. */
  public static String stringToSign(
      String verb, String contentMd5, String contentType, String date, String resource) {
    return verb + '\n' + contentMd5 + '\n' + contentType + '\n' + date + '\n' + resource;
  }

  /** What {@link #SCHEME_LITE} signs. */
  public static String stringToSignLite(String date, String resource) {
    return date + '\n' + resource;
  }

  /** The value of an {@code Authorization} header of the short form. */
  public String authorizationLite(String date, String rawPath, String comp) {
    return SCHEME_LITE
        + ' '
        + account.value()
        + ':'
        + sign(stringToSignLite(date, resource(account, rawPath, comp)));
  }

  /** The signature of a string-to-sign, Base64. */
  public String sign(String stringToSign) {
    return Base64.getEncoder().encodeToString(hmac(stringToSign));
  }

  /** Whether this key made the signature. Takes the same time for every wrong one; text that is no Base64 is simply wrong. */
  public boolean verifies(String stringToSign, String signatureBase64) {
    byte[] presented;
    try {
      presented = Base64.getDecoder().decode(signatureBase64);
    } catch (IllegalArgumentException e) {
      return false;
    }
    return MessageDigest.isEqual(hmac(stringToSign), presented);
  }

  /** Names the account only. */
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
