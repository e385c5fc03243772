package io.weir.client.value;

import java.util.Optional;

/**
 * What an upload declares about its value.
 *
 * @param contentType media type; empty for none
 * @param sha256 of the whole content
 * @param ifMatch the version that the value must replace, or {@code *} for any that exists; absent
 *     for no condition
 */
public record UploadTerms(String contentType, Sha256 sha256, Optional<String> ifMatch) {}
