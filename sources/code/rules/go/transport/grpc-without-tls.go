package main

import (
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

func dial() {
	// ruleid: go/transport/grpc-without-tls
	grpc.Dial("api:443", grpc.WithInsecure())
}

func newer() {
	// ruleid: go/transport/grpc-without-tls
	option := grpc.WithTransportCredentials(insecure.NewCredentials())
	grpc.NewClient("api:443", option)
}

func serve() *grpc.Server {
	// ruleid: go/transport/grpc-without-tls
	return grpc.NewServer()
}

func encrypted(given credentials.TransportCredentials) {
	// ok: go/transport/grpc-without-tls
	grpc.Dial("api:443", grpc.WithTransportCredentials(given))
}

func encryptedServer(given credentials.TransportCredentials) *grpc.Server {
	option := given
	// ok: go/transport/grpc-without-tls
	return grpc.NewServer(grpc.Creds(option))
}

func stop(server *grpc.Server) {
	// ok: go/transport/grpc-without-tls
	server.Stop()
}
