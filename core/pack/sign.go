package pack

import (
	"crypto/ed25519"
	"crypto/sha512"
	"fmt"

	"github.com/normlet/normlet/internal/wire"
)

// signSize is the length of section SIGN: public key, then signature.
const signSize = ed25519.PublicKeySize + ed25519.SignatureSize

// signDomain precedes the signed message, so that no other message that was signed with the same key passes for a pack.
const signDomain = "normlet pack signature 1\x00"

// Sign returns a copy of a pack with a signature (section SIGN) at its end, which replaces any that it has. Parse must accept
// data.
func Sign(data []byte, key ed25519.PrivateKey) ([]byte, error) {
	if len(key) != ed25519.PrivateKeySize {
		return nil, fmt.Errorf("pack: the private key has %d bytes, an Ed25519 key has %d", len(key), ed25519.PrivateKeySize)
	}
	if _, err := Parse(data); err != nil {
		return nil, err
	}
	h, err := ReadHeader(data)
	if err != nil {
		return nil, err
	}
	bodies := h.bodies(data, tagSign)
	// The public key is the second half of an Ed25519 private key.
	payload := append([]byte(nil), key[ed25519.PrivateKeySize-ed25519.PublicKeySize:]...)
	payload = append(payload, make([]byte, ed25519.SignatureSize)...)
	bodies = append(bodies, body{SectionInfo{Tag: tagSign, Stored: signSize, Raw: signSize}, payload})
	sign := &bodies[len(bodies)-1]
	signature := ed25519.Sign(key, signedMessage(assemble(h, bodies), len(bodies)))
	copy(payload[ed25519.PublicKeySize:], signature)
	sign.info.CRC = wire.Checksum(payload)
	return assemble(h, bodies), nil
}

// Verify returns nil if one of the keys made the signature of a pack. Otherwise it returns ErrUnsigned, ErrSignature, or an
// error of Parse for a damaged file. It reads the file once and does not parse the sections.
func Verify(data []byte, keys ...ed25519.PublicKey) error {
	h, err := ReadHeader(data)
	if err != nil {
		return err
	}
	if err := checkBytes(data, h); err != nil {
		return err
	}
	n := len(h.Sections)
	if n == 0 || h.Sections[n-1].Tag != tagSign {
		return ErrUnsigned
	}
	if s := h.Sections[n-1]; s.Zstd || s.Stored != signSize {
		return &CorruptError{Section: string(s.Tag), Reason: "the section is not a key and a signature"}
	}
	message := signedMessage(data, n)
	for _, key := range keys {
		if len(key) == ed25519.PublicKeySize && ed25519.Verify(key, message, data[len(data)-ed25519.SignatureSize:]) {
			return nil
		}
	}
	return ErrSignature
}

// signedMessage returns what the signature of a file with n sections is made of:
// the domain and a digest of the file up to the signature. The two checksums
// that depend on the signature count as zero.
func signedMessage(file []byte, n int) []byte {
	end := headerSize + n*entrySize // of the section table; its checksum follows
	var zero [crcSize]byte
	hash := sha512.New()
	hash.Write(file[:end-8])
	hash.Write(zero[:]) // checksum in the entry of SIGN
	hash.Write(file[end-4 : end])
	hash.Write(zero[:]) // checksum of header and table
	hash.Write(file[end+crcSize : len(file)-ed25519.SignatureSize])
	return hash.Sum([]byte(signDomain))
}
